import { z } from 'zod';

/** A stored file; written once and never changed. */
export const FileRef = z.object({
  /** SHA-256 of its content in lower-case hexadecimal digits: its name in the store. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().min(0),
  contentType: z.string(),
});
export type FileRef = z.infer<typeof FileRef>;

/** Whether a stored file is still what was stored. */
export const FileCheck = z.object({
  state: z.enum(['intact', 'missing', 'damaged']),
  sentence: z.string(),
});
export type FileCheck = z.infer<typeof FileCheck>;
