import { catalogue } from './catalogue/catalogue.projector.ts';
import { corrections } from './corrections/corrections.projector.ts';
import { discovery } from './discovery/discovery.projector.ts';
import type { Projector } from './kit/projector.ts';
import { mentions } from './mentions/mentions.projector.ts';
import { pipeline } from './pipeline/pipeline.projector.ts';
import { passages } from './passages/passages.projector.ts';
import { search } from './search/search.projector.ts';
import { subjects } from './subjects/subjects.projector.ts';
import { uploads } from './uploads/uploads.projector.ts';
import { vocabulary } from './vocabulary/vocabulary.projector.ts';

/** All read models. */
export const projectors: readonly Projector[] = [
  catalogue,
  vocabulary,
  mentions,
  passages,
  search,
  corrections,
  subjects,
  pipeline,
  uploads,
  discovery,
];
