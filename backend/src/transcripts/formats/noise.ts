const NOISE =
  /^[[(*♪ ]{1,3}(?:blank[_ ]?audio|no[_ ]?speech|silence|no audio|music|music playing|upbeat music|musik|música|音楽)?[\])*♪. ]{0,3}$/i;

/** True for text that stands for no words: "[BLANK_AUDIO]", "(music)", "♪". "[laughter]" is something that people did. */
export function isUnusableNoise(text: string): boolean {
  return NOISE.test(text.trim());
}
