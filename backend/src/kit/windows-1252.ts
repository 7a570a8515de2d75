const LATIN_1_CONTROLS = /[\x80-\x9f]/g;
/** What the bytes 0x80 to 0x9f mean, which Node 20 decodes as control characters of Latin-1. */
const MEANT = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The text of bytes in Windows-1252, the encoding also meant by "Latin-1" and "ISO-8859-1". */
export const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(LATIN_1_CONTROLS, (character) => MEANT.charAt(character.charCodeAt(0) - 0x80));
