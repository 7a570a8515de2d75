import type { PassageView } from '@earmark/contracts/mentions';

export interface PassageGroup {
  readonly episode: PassageView;
  readonly passages: readonly PassageView[];
}

/** Groups consecutive passages of the same episode, in the given order. `episode` is the first of them. */
export function groupsOf(passages: readonly PassageView[]): readonly PassageGroup[] {
  const groups: { episode: PassageView; passages: PassageView[] }[] = [];
  for (const passage of passages) {
    const last = groups.at(-1);
    if (last?.episode.episodeUuid === passage.episodeUuid) last.passages.push(passage);
    else groups.push({ episode: passage, passages: [passage] });
  }

  return groups;
}
