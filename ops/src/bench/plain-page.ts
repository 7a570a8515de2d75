import type { EpisodePage } from '@earmark/contracts/episodes';

/** Parameters of the plain page: the call it makes, and the entity whose mentions it marks. */
interface Asked {
  readonly call: string;
  readonly entity: string;
}

/**
 * The same transcript without our optimisations: a link loads the episode and puts every row into a box, a button puts
 * `<mark>` elements around the mentions of one entity.
 */
export const plainPage = (asked: Asked): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Plain rows</title>
<style>
  body { font: 16px/27px system-ui, sans-serif; margin: 40px 80px }
  .box { height: 600px; overflow-y: auto }
  .row { position: relative; display: grid; grid-template-columns: 76px minmax(0, 68ch); column-gap: 12px; padding: 0 20px 0 12px }
  .row h4 { grid-column: 2; margin: 0; font-size: 13px }
  .row h4 ~ * { grid-row: 2 }
  .row p { grid-column: 2; margin: 0; overflow-wrap: anywhere }
  mark { text-decoration: underline 2px }
</style>
<a href="#">Episode</a> <button type="button">Mark</button>
<div class="box"></div>
<script>(${inThePage.toString()})(${JSON.stringify(asked).replaceAll('<', '\\u003c')})</script>`;

/** Runs in the browser. */
function inThePage({ call, entity }: Asked): void {
  let page: EpisodePage | null = null;
  const element = (name: string, text: string) => Object.assign(document.createElement(name), { textContent: text });
  document.querySelector('a')!.onclick = () => {
    void fetch(call)
      .then((answer) => answer.json())
      .then((loaded: EpisodePage) => {
        page = loaded;
        const rows = loaded.transcript.map(({ text, speaker, timeFormatted }, index) => {
          const row = document.createElement('div');
          row.className = 'row';
          if (loaded.transcript[index - 1]?.speaker !== speaker) row.append(element('h4', speaker));
          row.append(element('button', timeFormatted), element('p', text));
          return row;
        });
        document.querySelector('.box')!.replaceChildren(...rows);
      });
  };
  document.querySelector('button')!.onclick = () => {
    const marks = page?.entityMentions.find((mention) => mention.entity.name === entity)?.marks ?? [];
    const texts = document.querySelectorAll('.row p');
    for (let at = marks.length - 3; at >= 0; at -= 3) {
      const [segment, start, end] = marks.slice(at, at + 3);
      // From last to first, so that the first text node still starts where the text does.
      const rest = (texts[segment!]!.firstChild as Text).splitText(start!);
      rest.splitText(end! - start!);
      rest.replaceWith(element('mark', rest.data));
    }
  };
}
