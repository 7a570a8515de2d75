import type { DirectorySeries } from '@earmark/contracts/series';
import { counted } from '../../kit/counted.ts';
import { formatDayOfSeconds } from '../../kit/date.ts';
import { safeHref, shownAddress } from '../../kit/safe-href.ts';

/** Author, language, number of episodes, newest date and website: what tells a podcast from others of its name. */
export function DirectoryFacts({ series }: { series: DirectorySeries }) {
  const { author, language, episodeCount, newestAt, websiteUrl } = series;
  const href = safeHref(websiteUrl);
  const facts = [
    author,
    language === null ? null : languageName(language),
    episodeCount === null ? null : counted(episodeCount, 'episode'),
    newestAt === null ? null : `newest ${formatDayOfSeconds(newestAt)}`,
  ].filter((fact) => fact !== null && fact !== '');

  return (
    <>
      {facts.length > 0 && <p className="text-ink-soft text-[13px] wrap-anywhere tabular-nums">{facts.join(' · ')}</p>}
      {href !== null && (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className="text-ink-faint hover:text-accent block w-fit max-w-full truncate text-[13px] underline decoration-transparent underline-offset-2 hover:decoration-current pointer-coarse:py-3"
        >
          {shownAddress(href)}
        </a>
      )}
    </>
  );
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** `German` of `de`; the code itself if it is none. */
function languageName(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch (error) {
    if (error instanceof RangeError) return code;
    throw error;
  }
}
