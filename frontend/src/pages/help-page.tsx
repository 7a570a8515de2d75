import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { me } from '../accounts/accounts.api.ts';
import { usePreferences } from '../kit/preferences.ts';
import { REVIEW_SHORTCUTS } from '../discovery/review-keys.ts';
import { SHORTCUTS } from '../episode-page/keyboard-map.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export function HelpPage() {
  const user = useQuery(me).data?.user ?? null;

  return (
    <PageFrame title="Help" className="flex flex-col gap-8 *:max-w-190">
      <PageTitle title="Help" subtitle="What is counted, how, and how to get around." />
      <Part title="What a mention is">
        <p>
          A mention is one segment of a transcript in which an entity is named at least once. A segment that says a name
          three times is one mention, with all three places marked. A segment that names two entities is one mention of
          each.
        </p>
        <p>
          So the number beside an entity, the “k of n mentions” above a transcript and the totals of an episode always
          agree: they count the same segments.
        </p>
      </Part>
      <Part title="How names are found">
        <p>
          Every entity is found by its patterns: its name and its other names. Capital letters, accents and kinds of
          quotation mark or dash make no difference unless a pattern says so, and “and” is the same as “&amp;”. A name
          has to stand as a whole word: <i>Go</i> is not found in <i>Google</i>. Entities may overlap: “New York Times”
          is a mention of New York too.
        </p>
        <p>
          People can add an entity to an episode, correct it or take it out. These decisions stay when the episode is
          searched for names again.
        </p>
      </Part>
      <Part title="How the numbers are made">
        <p>
          No number is counted or entered by hand. Each is derived from the transcripts and the patterns in force for
          the episode, and is updated as soon as either changes. Open pages update automatically.
        </p>
        <p>
          Click a number with a dotted underline to see how it is made up: what the patterns find, what people added and
          removed, and what changed it. Click a marked name in a transcript to see what found it. A pencil next to a
          segment means that someone corrected its words.
        </p>
        <p>
          Changing the patterns does not silently change old episodes: an episode keeps the patterns it was counted with
          until someone publishes a recount.
        </p>
        <p>
          The chart of an entity divides mentions by the hours of transcript published in the same time, because more
          episodes alone would look like more interest. The switch shows the raw numbers, the table both.
        </p>
      </Part>
      <Part title="How to find something">
        <p>
          The <Link to="/advanced-search">advanced search</Link> finds every word that was said. Words may stand
          anywhere in a passage; <code>"in quotation marks"</code> they stand next to each other. <code>OR</code>,{' '}
          <code>NOT</code>, parentheses, <code>econom*</code> and <code>tea near/5 milk</code> work too, and filters
          such as <code>speaker:"Ann Lee"</code>, <code>podcast:</code>, <code>entity:</code> and{' '}
          <code>after:2025</code>. The address of a search can be shared.
        </p>
        <p>
          <kbd>Ctrl K</kbd> (<kbd>⌘ K</kbd> on a Mac) opens a search for everything on every page: podcasts, episodes,
          entities, people, passages, pages and actions. <kbd>/</kbd> goes to the field of the advanced search, the
          arrow keys from one result to the next, and <kbd>Enter</kbd> plays it.
        </p>
      </Part>
      <Part title="How to ask">
        <p>
          <Link to="/ask-earmark">Ask Earmark</Link> answers a question from the transcripts, either all of them or the
          podcasts and episodes that you choose. Every statement has numbered citations. Point to a number, or reach it
          with <kbd>Tab</kbd>, to see who said it, where and in which words. Click it to hear it and to read the
          transcript beside the answer.
        </p>
        <p>
          A statement is shown only if its passage exists and its quotation stands in it. When nothing answers a
          question, the page says so and shows the passages that come nearest. Without an AI service, answers consist of
          the words of the transcripts alone. “Who said …”, “How often is … mentioned?”, “Compare … and …” and “Which
          books are mentioned?” are understood, the first three in German, Spanish, French and Japanese, too.
        </p>
        <p>
          Your questions are listed on that page and shown to nobody else. To show an answer to somebody, share it: its
          address then works for everyone who has it, until you stop sharing or delete it. If a transcript is corrected
          later, the answer still shows the words that it cited and says so.
        </p>
      </Part>
      {user?.role === 'admin' && (
        <Part title="How new names are found">
          <p>
            <Link to="/admin/entity-discovery">Entity discovery</Link> proposes names that the transcripts contain and
            no pattern finds yet. A proposal changes nothing until somebody approves it: then its name becomes a
            pattern, in the category that you choose, and is counted like any other. Whoever rejects a name can do so in
            one episode or everywhere. Each decision can be undone.
          </p>
          <p>
            Two entities that are the same one can be merged: numbers are joined, and the old address leads to the new
            one. An undo of the merge separates them exactly as they were.
          </p>
        </Part>
      )}
      <Part title="Links to a place">
        <p>
          The address of an episode may carry <code>t</code> (a time in seconds, above 10,000 in milliseconds),{' '}
          <code>entity</code> (a name to mark) and <code>search</code> (a text to mark). Sharing from a transcript makes
          such a link.
        </p>
      </Part>
      <KeyboardMap title="Keys on an episode's page" caption="Keyboard map" shortcuts={SHORTCUTS} />
      {user?.role === 'admin' && (
        <KeyboardMap
          title="Keys in the review of discovered entities"
          caption="Keyboard map of the review"
          shortcuts={REVIEW_SHORTCUTS}
        />
      )}
    </PageFrame>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="measure flex flex-col gap-2">
      <h2 className="text-[15px] font-semibold">{title}</h2>
      <div className="text-ink-soft flex flex-col gap-2 text-pretty [&_a]:text-accent [&_a]:underline [&_code]:bg-hover [&_code]:rounded [&_code]:px-1">
        {children}
      </div>
    </section>
  );
}

interface KeyboardMapProps {
  title: string;
  caption: string;
  shortcuts: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

function KeyboardMap({ title, caption, shortcuts }: KeyboardMapProps) {
  const id = useId();
  const { singleKeys } = usePreferences();

  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-[15px] font-semibold">
        {title}
      </h2>
      <p className="text-ink-soft mt-2">
        They do nothing while you type in a field.{' '}
        {singleKeys ? 'You can turn them off in the ' : 'They are turned off in the '}
        <Link to="/preferences" className="text-accent underline underline-offset-2">
          preferences
        </Link>
        .
      </p>
      <table className="bg-surface border-line mt-3 w-full border-separate border-spacing-0 rounded-md border text-left">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-ink-soft text-[13px]">
          <tr>
            <th scope="col" className="px-4 py-2 font-medium">
              Key
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              Action
            </th>
          </tr>
        </thead>
        <tbody>
          {shortcuts.map(({ keys, does }) => (
            <tr key={does} className="[&>*]:border-line [&>*]:border-t [&>*]:px-4 [&>*]:py-2">
              <th scope="row" className="font-normal">
                <span className="flex flex-wrap gap-1.5">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="bg-hover border-line rounded border px-1.5 py-0.5 font-sans text-[13px] whitespace-nowrap"
                    >
                      {key}
                    </kbd>
                  ))}
                </span>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
