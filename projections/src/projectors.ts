import { catalogue } from './catalogue/catalogue.projector.ts';
import type { Projector } from './kit/projector.ts';
import { mentions } from './mentions/mentions.projector.ts';
import { vocabulary } from './vocabulary/vocabulary.projector.ts';

/** Every read model there is. */
export const projectors = [catalogue, vocabulary, mentions] as readonly Projector[];
