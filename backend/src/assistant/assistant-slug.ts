import { Inject, Injectable, type PipeTransform } from '@nestjs/common';
import type { Config } from '../config.ts';
import { CONFIG } from '../kit/core.ts';
import { Rejected } from '../kit/rejected.ts';

/** Parameter: the part after `ask-` in the address. Throws Rejected `not-found` for any but ASSISTANT_SLUG. */
@Injectable()
export class AssistantSlug implements PipeTransform<string, string> {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  transform(slug: string): string {
    if (slug !== this.config.ASSISTANT_SLUG) throw new Rejected('not-found', 'There is no such call.');

    return slug;
  }
}
