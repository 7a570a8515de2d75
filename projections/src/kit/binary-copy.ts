/** A column and its Postgres type by internal name: uuid, text, int4, int8, bool, timestamptz, jsonb, bytea, _int4, _text, tsvector. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** https://www.postgresql.org/docs/18/sql-copy.html, "Binary Format". */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);
const PART_BYTES = 256 * 1024;
/** Postgres counts timestamps in microseconds from 2000-01-01. */
const EPOCH_2000_MS = 946_684_800_000;
const INT4_OID = 23;
const TEXT_OID = 25;

/** By character code; -1: not a hexadecimal digit. */
const HEX_DIGIT = Int8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);

  return Number.isNaN(digit) ? -1 : digit;
});

class Sink {
  private buffer = Buffer.allocUnsafe(PART_BYTES);
  length = 0;

  private room(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + bytes));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
  int16(value: number): void {
    this.room(2);
    this.length = this.buffer.writeInt16BE(value, this.length);
  }
  int32(value: number): void {
    this.room(4);
    this.length = this.buffer.writeInt32BE(value, this.length);
  }
  int64(value: bigint): void {
    this.room(8);
    this.length = this.buffer.writeBigInt64BE(value, this.length);
  }
  byte(value: number): void {
    this.room(1);
    this.buffer[this.length++] = value;
  }
  /** Most values of a rebuild are uuids: going digit by digit is several times faster than removing the dashes first. */
  uuid(text: string): void {
    this.room(16);
    let high = -1;
    for (let index = 0; index < text.length; index++) {
      const digit = HEX_DIGIT[text.charCodeAt(index)];
      if (digit === undefined || digit < 0) continue;
      if (high < 0) high = digit;
      else {
        this.buffer[this.length++] = (high << 4) | digit;
        high = -1;
      }
    }
  }
  bytes(value: Uint8Array): void {
    this.room(value.length);
    this.buffer.set(value, this.length);
    this.length += value.length;
  }
  utf8(value: string): void {
    this.room(value.length * 3);
    this.length += this.buffer.write(value, this.length, 'utf8');
  }
  /** Arrays are most of a rebuild's bytes: one call per field and number would take longer than the COPY. */
  int32Fields(values: readonly unknown[]): void {
    this.room(values.length * 8);
    const { buffer } = this;
    let at = this.length;
    for (const value of values) {
      if (typeof value !== 'number' || (value | 0) !== value) throw new WrongValue('int4', value);
      buffer[at + 3] = 4;
      buffer[at] = buffer[at + 1] = buffer[at + 2] = 0;
      buffer[at + 4] = value >>> 24;
      buffer[at + 5] = value >>> 16;
      buffer[at + 6] = value >>> 8;
      buffer[at + 7] = value;
      at += 8;
    }
    this.length = at;
  }
  /** A field: its length in bytes, then what `write` writes. */
  sized(write: () => void): void {
    this.int32(0);
    const start = this.length;
    write();
    this.buffer.writeInt32BE(this.length - start, start - 4);
  }
  take(): Buffer {
    const part = this.buffer.subarray(0, this.length);
    this.buffer = Buffer.allocUnsafe(PART_BYTES);
    this.length = 0;

    return part;
  }
}

type Encode = (sink: Sink, value: unknown) => void;

class WrongValue extends Error {
  constructor(type: string, value: unknown) {
    super(`a column of type ${type} cannot hold ${typeof value} ${String(value)}`);
    this.name = 'WrongValue';
  }
}

const utf8: Encode = (sink, value) => {
  if (typeof value !== 'string') throw new WrongValue('text', value);
  sink.utf8(value);
};
const int4: Encode = (sink, value) => {
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new WrongValue('int4', value);
  sink.int32(value);
};
const array =
  (oid: number, writeItems: (sink: Sink, items: readonly unknown[]) => void): Encode =>
  (sink, value) => {
    if (!Array.isArray(value)) throw new WrongValue('array', value);
    sink.int32(value.length === 0 ? 0 : 1);
    sink.int32(0);
    sink.int32(oid);
    if (value.length === 0) return;
    sink.int32(value.length);
    sink.int32(1);
    writeItems(sink, value);
  };

const ENCODE: Readonly<Record<string, Encode>> = {
  text: utf8,
  int4,
  int8: (sink, value) => {
    if (typeof value !== 'bigint') throw new WrongValue('int8', value);
    sink.int64(value);
  },
  bool: (sink, value) => {
    if (typeof value !== 'boolean') throw new WrongValue('bool', value);
    sink.byte(value ? 1 : 0);
  },
  uuid: (sink, value) => {
    if (typeof value !== 'string' || value.length !== 36) throw new WrongValue('uuid', value);
    sink.uuid(value);
  },
  timestamptz: (sink, value) => {
    const ms = typeof value === 'string' ? Date.parse(value) : NaN;
    if (Number.isNaN(ms)) throw new WrongValue('timestamptz', value);
    sink.int64(BigInt(ms - EPOCH_2000_MS) * 1000n);
  },
  bytea: (sink, value) => {
    if (!(value instanceof Uint8Array)) throw new WrongValue('bytea', value);
    sink.bytes(value);
  },
  jsonb: (sink, value) => {
    sink.byte(1);
    sink.utf8(JSON.stringify(value));
  },
  // A map from each word to its positions in ascending order.
  tsvector: (sink, value) => {
    if (!(value instanceof Map)) throw new WrongValue('tsvector', value);
    sink.int32(value.size);
    for (const [word, places] of value as Map<string, readonly number[]>) {
      sink.utf8(word);
      sink.byte(0);
      sink.int16(places.length);
      for (const place of places) sink.int16(place);
    }
  },
  _int4: array(INT4_OID, (sink, items) => sink.int32Fields(items)),
  _text: array(TEXT_OID, (sink, items) => {
    for (const item of items) sink.sized(() => utf8(sink, item));
  }),
};

/** The rows as chunks of a binary COPY stream. Every row must have every column as a key. Throws on a value that its column cannot hold. */
export function* encodeRows(
  columns: readonly Column[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Generator<Buffer> {
  const encoders = columns.map(({ name, type }) => {
    const encode = ENCODE[type];
    if (!encode) throw new Error(`column ${name} has type ${type}, which binary COPY does not support here`);
    return { name, encode };
  });
  const sink = new Sink();
  yield HEADER;
  for (const row of rows) {
    sink.int16(columns.length);
    for (const { name, encode } of encoders) {
      const value = row[name];
      if (value === undefined) throw new Error(`no value for column ${name}`);
      if (value === null) sink.int32(-1);
      else sink.sized(() => encode(sink, value));
    }
    if (sink.length >= PART_BYTES) yield sink.take();
  }
  yield sink.take();
  yield TRAILER;
}
