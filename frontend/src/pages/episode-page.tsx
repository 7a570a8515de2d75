import type { EpisodePage as Shown } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from '../kit/router/routing.tsx';
import { me } from '../accounts/accounts.api.ts';
import { useAddress } from '../kit/address.ts';
import { isMissing } from '../kit/api.ts';
import { isUnloaded } from '../kit/reachable.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { notify } from '../ui/toast.tsx';
import { EditToggle, useMayEdit } from '../episode-page/edit-toggle.tsx';
import { EDIT, EDITOR_TABS, editorTabOf, useArrival } from '../episode-page/episode-address.ts';
import type { EditorTab, PageArrival } from '../episode-page/episode-address.ts';
import { useEpisodePage } from '../episode-page/episode-past.ts';
import { EpisodeReading } from '../episode-page/episode-reading.tsx';
import { EpisodeSkeleton } from '../episode-page/episode-skeleton.tsx';
import type { TranscriptHandle } from '../transcripts/transcript-props.ts';
import { FirstWords } from '../ui/first-words.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { MissingPageLinks } from '../series/missing-page-links.tsx';

export function EpisodePage() {
  const { data, error, refetch, isPast } = useEpisodePage();
  const { pathname } = useLocation();
  const { podcastName } = useParams();

  if (data === undefined && error === null)
    return (
      <FirstWords label="Loading episode">
        <EpisodeSkeleton />
      </FirstWords>
    );
  if (data === undefined)
    return (
      <PageFrame title="Episode">
        <Notice
          failed
          level={1}
          title="Error loading podcast data"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {isMissing(error) ? (
                <MissingPageLinks podcast={podcastName} />
              ) : (
                <Button onClick={() => void refetch()}>Try again</Button>
              )}
              {isPast && (
                <Link to={pathname} className={buttonClasses('outline')}>
                  Back to now
                </Link>
              )}
            </div>
          }
        >
          {error?.message}
        </Notice>
      </PageFrame>
    );

  return <ShownEpisode key={data.episode.uuid} page={data} />;
}

const loadEditing = async () => (await import('../episode-page/episode-editing.tsx')).EpisodeEditing;
type Editing = Awaited<ReturnType<typeof loadEditing>>;

function ShownEpisode({ page }: { page: Shown }) {
  const { isPending: isWhoAsked } = useQuery(me);
  const mayEdit = useMayEdit();
  const arrival = useArrival();
  const [params] = useSearchParams();
  const setAddress = useAddress();
  // Loaded on demand, so visitors never load it.
  const [Editing, setEditing] = useState<Editing | null>(null);
  const [wasToggled, setToggled] = useState(false);
  // The past cannot be edited.
  const isPast = page.asOf !== undefined;
  const isAsked = params.has(EDIT) && !isPast;
  const tab = editorTabOf(params.get(EDIT));
  const isMissingEditor = isAsked && mayEdit && Editing === null;
  const viewer = useRef<TranscriptHandle>(null);
  /** Where the transcript's editor begins: at the line that was in view. */
  const [startAt, setStartAt] = useState<string | null>(null);
  /** Where the reading page was left for an editor; it belongs to an arrival. */
  const [left, setLeft] = useState<PageArrival>(arrival);
  const open = (wanted: EditorTab | null, segmentId?: string) => {
    const line = viewer.current?.lineInView() ?? null;
    if (viewer.current !== null) setLeft({ key: arrival.key, returnTo: { y: window.scrollY, line } });
    setStartAt(segmentId ?? line?.id ?? null);
    setToggled(true);
    setAddress({ [EDIT]: wanted });
  };
  const onFailure = useEffectEvent((error: unknown) => {
    notify(
      'The editor could not be loaded',
      isUnloaded(error)
        ? 'You are offline, or Earmark has been updated. Try again in a moment, or reload the page.'
        : String(error),
    );
    open(null);
  });
  useEffect(() => {
    if (!isMissingEditor) return undefined;
    let isWanted = true;
    loadEditing().then(
      (loaded) => setEditing(() => loaded),
      (error: unknown) => isWanted && onFailure(error),
    );

    return () => {
      isWanted = false;
    };
  }, [isMissingEditor]);

  // The reading page stays until the editor has loaded.
  if (isAsked && !wasToggled && (isWhoAsked || isMissingEditor)) return <EpisodeSkeleton />;
  const isEditing = isAsked && mayEdit && Editing !== null;
  const toggle = isPast ? null : (
    <EditToggle
      isEditing={isEditing}
      onToggle={() => open(isEditing ? null : EDITOR_TABS[0])}
      takesFocus={wasToggled}
    />
  );

  return isEditing ? (
    <Editing page={page} startAt={startAt} toggle={toggle} tab={tab} onTab={(next) => setAddress({ [EDIT]: next })} />
  ) : (
    <EpisodeReading
      page={page}
      viewer={viewer}
      arrival={left.key === arrival.key ? left : arrival}
      toggle={toggle}
      onEdit={open}
    />
  );
}
