import { readPreferences, subscribePreferences } from './preferences.ts';

/** Sets the preferred transcript size and typeface on the document, now and after every change; base.css uses them. */
export function applyReadingStyle(): void {
  const apply = () => {
    const { textSize, textFace } = readPreferences();
    const root = document.documentElement;
    root.style.setProperty('--reading-size', `${textSize}px`);
    root.dataset.face = textFace;
  };
  apply();
  subscribePreferences(apply);
}
