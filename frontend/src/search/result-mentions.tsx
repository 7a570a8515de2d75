import type { SearchedEpisode, SearchMention } from '@earmark/contracts/search';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { safeHref } from '../kit/safe-href.ts';
import { Button } from '../ui/button.tsx';
import { hueOf } from '../ui/hue.ts';
import { NamedIcon } from '../ui/named-icon.tsx';
import { episodePath } from './result-links.ts';

const FOLDED_COUNT = 3;
const SPEAKERS_SHOWN = 4;

/** Whose mentions of what are asked for. */
export interface SpokenMention {
  readonly entity: string;
  readonly speaker: string;
}

interface ResultMentionsProps {
  result: SearchedEpisode;
  onOpen: (asked: SpokenMention) => void;
}

/** What an episode mentions, how often, and who says it. */
export function ResultMentions({ result, onOpen }: ResultMentionsProps) {
  const { episode, podcast, mentions, mentionsLeft } = result;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? mentions : mentions.slice(0, FOLDED_COUNT);
  const place = { podcastSlug: podcast.slug, episodeSlug: episode.slug };
  if (mentions.length === 0) return null;

  return (
    <div className="mt-3">
      <ul aria-label={`Mentions in ${episode.name}`} className="divide-line divide-y">
        {shown.map((mention) => (
          <li key={mention.entityId} className="py-2">
            <MentionRow
              mention={mention}
              to={episodePath(place, { entity: mention.entity, words: '' }, null)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      {mentions.length > FOLDED_COUNT && (
        <Button variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)} className="-ml-3">
          {isWhole ? 'Show fewer' : `${counted(mentions.length - FOLDED_COUNT, 'more entity', 'more entities')}`}
        </Button>
      )}
      {isWhole && mentionsLeft > 0 && (
        <p className="text-ink-soft text-[13px]">
          <Link
            to={episodePath(place, { entity: '', words: '' }, null)}
            className="text-accent underline underline-offset-2"
          >
            {counted(mentionsLeft, 'further entity', 'further entities')} on the episode’s page
          </Link>
        </p>
      )}
    </div>
  );
}

interface MentionRowProps extends Pick<ResultMentionsProps, 'onOpen'> {
  mention: SearchMention;
  to: string;
}

function MentionRow({ mention, to, onOpen }: MentionRowProps) {
  const { entity, entityType, iconName, colorClass, count, url, primarySpeaker, speakerBreakdown } = mention;
  const href = safeHref(url);
  const speakers = Object.entries(speakerBreakdown).toSorted(([, one], [, other]) => other - one);
  const left = speakers.length - SPEAKERS_SHOWN;

  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 md:grid-cols-[auto_minmax(0,2fr)_minmax(0,3fr)]">
      <span data-hue={hueOf(colorClass)} className="chip mx-1.5 flex size-7 items-center justify-center rounded">
        <NamedIcon name={iconName} className="size-4" />
      </span>
      <p className="min-w-0 leading-7 wrap-anywhere">
        <Link to={to} className="hover:text-accent font-medium underline-offset-2 hover:underline">
          {entity}
        </Link>
        <span className="text-ink-faint text-[13px]"> {entityType.replaceAll('_', ' ')}</span>{' '}
        <span className="text-[13px] whitespace-nowrap tabular-nums">{counted(count, 'mention')}</span>
        {href !== null && (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Website of ${entity}`}
            title={href}
            className="text-accent ml-1.5 inline-flex size-6 items-center justify-center align-middle pointer-coarse:size-11"
          >
            <ExternalLink aria-hidden="true" className="size-3.5" />
          </a>
        )}
      </p>
      <div className="col-start-2 min-w-0 md:col-start-3">
        <ul aria-label={`Who mentions ${entity}`} className="flex flex-wrap gap-1.5">
          {speakers.slice(0, SPEAKERS_SHOWN).map(([speaker, said]) => (
            <li key={speaker} className="flex max-w-full">
              <button
                type="button"
                onClick={() => onOpen({ entity, speaker })}
                aria-label={`${speaker}, ${counted(said, 'mention')}${speaker === primarySpeaker ? ', primary speaker' : ''}`}
                title="Show these segments"
                className={`border-line hover:bg-hover inline-flex h-7 min-w-0 items-center gap-1.5 rounded-full border px-2.5 text-[13px] pointer-coarse:h-11 ${speaker === primarySpeaker ? 'text-ink font-medium' : 'text-ink-soft'}`}
              >
                <span className="truncate">{speaker}</span>
                <span className="tabular-nums">{said.toLocaleString('en-GB')}</span>
              </button>
            </li>
          ))}
          {left > 0 && <li className="text-ink-faint text-[13px] leading-7">and {counted(left, 'other')}</li>}
        </ul>
      </div>
    </div>
  );
}
