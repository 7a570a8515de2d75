import { readConfig } from '../config.ts';
import { Searches } from '../search/searches.ts';
import { openModels, type ModelTools } from '../models/models.fixture.ts';
import type { RunningApp } from '../testing/running-app.ts';
import { AnswerLimits } from './answer-limits.ts';
import { Answers } from './answers.store.ts';
import { Assistant } from './assistant.ts';
import { IndexedEpisodes } from './indexed-episodes.ts';
import { ModelProvider } from './model.provider.ts';
import { OfflineProvider } from './offline.provider.ts';
import { PassageFinder } from './passage-finder.ts';

export interface ModelAssistant {
  readonly assistant: Assistant;
  readonly tools: ModelTools;
  close(): Promise<void>;
}

/** The assistant on the database of a running application, with a language model that is a stub. */
export async function openModelAssistant(app: RunningApp): Promise<ModelAssistant> {
  const { pool, checkpoints } = app.services;
  const tools = await openModels();
  const settings = (more: Record<string, string> = {}) =>
    readConfig({ ASSISTANT_PROVIDER: 'model', ASSISTANT_TIMEOUT_MS: '3000', ASSISTANT_DAILY_COST: '1000', ...more });
  const finder = new PassageFinder(new Searches(pool, checkpoints, () => undefined));
  const indexed = new IndexedEpisodes();
  const providers = [new ModelProvider(finder, tools.models(), indexed), new OfflineProvider(finder, indexed)];
  const config = settings();

  return {
    assistant: new Assistant(pool, config, providers, new Answers(pool), new AnswerLimits(pool, config), indexed),
    tools,
    close: async () => tools.close(),
  };
}
