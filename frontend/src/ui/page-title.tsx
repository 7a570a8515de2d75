/** The main heading of a page, with a subtitle. */
export function PageTitle({ title, subtitle }: { title: string; subtitle: string }) {
  return (
    <div>
      <h1 className="text-[28px] leading-9 font-semibold tracking-tight">{title}</h1>
      <p className="text-ink-soft mt-1 text-pretty">{subtitle}</p>
    </div>
  );
}
