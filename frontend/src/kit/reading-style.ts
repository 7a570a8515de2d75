import { readPreferences, subscribePreferences } from './preferences.ts';

/** Puts the preferred size and face of what was said on the document, now and after every change; base.css reads them. */
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
