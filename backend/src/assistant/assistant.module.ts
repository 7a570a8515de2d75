import { Module } from '@nestjs/common';
import { ModelsModule } from '../models/models.module.ts';
import { SearchModule } from '../search/search.module.ts';
import { AnswerLimits } from './answer-limits.ts';
import { AnswersController } from './answers.controller.ts';
import { Answers } from './answers.store.ts';
import { ASSISTANT_PROVIDERS, type AssistantProvider } from './assistant-provider.ts';
import { AskCommand } from './ask.command.ts';
import { AssistantController } from './assistant.controller.ts';
import { Assistant } from './assistant.ts';
import { IndexedEpisodes } from './indexed-episodes.ts';
import { ModelProvider } from './model.provider.ts';
import { OpenAiProvider } from './openai.provider.ts';
import { OfflineProvider } from './offline.provider.ts';
import { PassageFinder } from './passage-finder.ts';

@Module({
  imports: [SearchModule, ModelsModule],
  controllers: [AssistantController, AnswersController],
  providers: [
    AskCommand,
    Assistant,
    Answers,
    AnswerLimits,
    IndexedEpisodes,
    PassageFinder,
    OfflineProvider,
    ModelProvider,
    OpenAiProvider,
    {
      provide: ASSISTANT_PROVIDERS,
      inject: [OpenAiProvider, ModelProvider, OfflineProvider],
      useFactory: (...providers: AssistantProvider[]) => providers,
    },
  ],
})
export class AssistantModule {}
