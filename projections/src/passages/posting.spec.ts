import { expect, it } from '@jest/globals';
import { eachPostedSegment, readPlaces } from './posting-reader.ts';
import { MOST_PLACES, PLACES_USED, PostingWriter } from './posting.ts';

it('reads what it has written, whatever the numbers', () => {
  let state = 7;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 300; round += 1) {
    const written = new Map<number, number[]>();
    for (let segment = next(3) * next(400); segment < 500; segment += 1 + next(round % 2 === 0 ? 3 : 300)) {
      const places: number[] = [];
      for (let place = next(70) * next(70); places.length < 1 + next(6) && place < PLACES_USED; place += 1 + next(3000))
        places.push(place);
      written.set(segment, places);
    }
    const writer = new PostingWriter();
    for (const [segment, places] of written) for (const place of places) writer.add(segment, place);
    const { segments, places } = writer.finish();
    const between = Buffer.from([0xff, 0x80, 0x01]);
    const bytes = Buffer.concat([between, segments, between, places, between]);
    const [segmentsAt, segmentsEnd] = [between.length, between.length + segments.length];
    const read: number[] = [];
    eachPostedSegment(bytes, segmentsAt, segmentsEnd, (segment) => read.push(segment));
    expect(read).toEqual([...written.keys()]);
    const all = new Int32Array(places.length + 1);
    const placesAt = segmentsEnd + between.length;
    const length = readPlaces(bytes, { segmentsAt, segmentsEnd, placesAt }, all, 1);
    expect([...all.subarray(1, length)]).toEqual(
      [...written].flatMap(([segment, own]) => own.map((place) => segment * MOST_PLACES + place)),
    );
  }
});
