import type { Scope, ShownNumber } from './why.api.ts';

/** `1 mention`, `1,204 mentions` */
export const mentionsOf = (count: number): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'mention' : 'mentions'}`;

/** `Mentions of Lagos in this episode` */
export const titleOf = ({ entity, scope }: ShownNumber): string =>
  `${entity === null ? 'All mentions' : `Mentions of ${entity.name}`} ${placeOf(scope)}`;

export function placeOf(scope: Scope): string {
  switch (scope.kind) {
    case 'everywhere':
      return 'in all episodes';
    case 'podcast':
      return `in ${scope.name}`;
    case 'episode':
      return scope.title === null ? 'in this episode' : `in “${scope.title}”`;
  }
}
