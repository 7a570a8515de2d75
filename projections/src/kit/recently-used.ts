/** Keeps the values that were asked for last. */
export class RecentlyUsed<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  find(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    this.values.delete(key);
    this.values.set(key, value);

    return value;
  }

  set(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.most) this.values.delete(this.values.keys().next().value!);
  }
}
