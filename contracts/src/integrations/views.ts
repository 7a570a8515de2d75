import { z } from 'zod';

/** An outside service. Never holds a key, nor a part of one. */
export const IntegrationView = z.object({
  /** Id in the call that checks it. */
  service: z.string(),
  /** As people call it: Podcast Index. */
  name: z.string(),
  /** What it is for: a sentence. */
  purpose: z.string(),
  /** Which of several for the same purpose is in use; null: there is only one. */
  provider: z.string().nullable(),
  configured: z.boolean(),
  /** Environment variables that must be set before it can be used. */
  missing: z.array(z.string()),
  /** Of the last check; null: not checked since the server started. */
  reachable: z.boolean().nullable(),
  checkedAt: z.string().nullable(),
  /** What the last check found: a sentence. */
  message: z.string().nullable(),
});
export type IntegrationView = z.infer<typeof IntegrationView>;
export const IntegrationsAnswer = z.array(IntegrationView);
