import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { FileRef } from '@earmark/contracts/files';
import { z } from 'zod';
import { Rejected } from '../kit/rejected.ts';
import { checked, fileDamaged, fileMissing, nameOf, type Content, type FileStore } from './file-store.ts';
import type { S3Place } from './s3-place.ts';
import { Spool } from './spool.ts';

const ATTEMPTS = 3;
const CONNECT_MS = 5000;
const IN_MEMORY_BYTES = 8_000_000;
/** Its errors become sentences here. */
const SILENT = { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export interface S3Options {
  /** Null: those that the client finds by itself, such as the role of the machine. */
  readonly credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
  /** How long nothing may come. */
  readonly timeoutMs?: number;
}

/** Files in a bucket of any S3-compatible store. */
export class S3Store implements FileStore {
  readonly place: string;
  private readonly client: S3Client;
  private readonly spool: Spool;

  constructor(
    private readonly s3: S3Place,
    spoolFolder: string,
    { credentials, timeoutMs = 30_000 }: S3Options,
  ) {
    this.place = `the bucket ${s3.bucket}`;
    this.spool = new Spool(spoolFolder);
    // It tells whoever builds the product about later versions.
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    this.client = new S3Client({
      region: s3.region,
      ...(s3.endpoint === null ? {} : { endpoint: s3.endpoint, forcePathStyle: true }),
      ...(credentials === null ? {} : { credentials }),
      maxAttempts: ATTEMPTS,
      logger: SILENT,
      // Other stores than Amazon's do not know the newer check sums; ours is the name of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: Math.min(CONNECT_MS, timeoutMs),
        requestTimeout: timeoutMs,
        throwOnRequestTimeout: true,
      },
    });
  }

  async put(content: Content | Iterable<Uint8Array>, contentType: string): Promise<FileRef> {
    return this.spool.hold(content, contentType, async (file, path) => {
      if (await this.has(file)) return file;
      const object = { ...this.object(file), ContentType: contentType, ContentLength: file.bytes };
      // What is in memory can be sent again by the client; a stream cannot.
      const Body = file.bytes <= IN_MEMORY_BYTES ? await readFile(path) : createReadStream(path);
      await this.failing(async () => this.client.send(new PutObjectCommand({ ...object, Body })));

      return file;
    });
  }

  async get(file: FileRef, signal?: AbortSignal): Promise<Content> {
    const found = await this.failing(
      async () => this.client.send(new GetObjectCommand(this.object(file)), signal ? { abortSignal: signal } : {}),
      file,
    );
    if (!(found.Body instanceof Readable)) throw fileDamaged(file, this.place);
    if (found.ContentLength !== file.bytes) {
      found.Body.destroy();
      throw fileDamaged(file, this.place);
    }

    return checked(this.reading(found.Body), file, this.place);
  }

  async has(file: FileRef, signal?: AbortSignal): Promise<boolean> {
    try {
      const command = new HeadObjectCommand(this.object(file));
      const { ContentLength } = await this.client.send(command, signal ? { abortSignal: signal } : {});
      if (ContentLength !== file.bytes) throw fileDamaged(file, this.place);

      return true;
    } catch (error) {
      // A bucket that is missing is found out by writing.
      if (error instanceof S3ServiceException && error.name === 'NotFound') return false;
      throw this.refusalOf(error, null);
    }
  }

  async check(): Promise<void> {
    await this.failing(async () => this.client.send(new HeadBucketCommand({ Bucket: this.s3.bucket })));
  }

  private async *reading(body: Readable): Content {
    try {
      yield* body;
    } catch (error) {
      throw this.refusalOf(error, null);
    }
  }

  private async failing<Result>(work: () => Promise<Result>, file: FileRef | null = null): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw this.refusalOf(error, file);
    }
  }

  /** Sentences of our own: those of the store may contain a key. */
  private refusalOf(error: unknown, file: FileRef | null): unknown {
    if (error instanceof Rejected) return error;
    const { name, code, $metadata, $retryable } = Facts.catch({ name: '' }).parse(error);
    const status = $metadata?.httpStatusCode;
    if (name === 'NoSuchKey' && file !== null) return fileMissing(file, this.place);
    if (name === 'NoSuchBucket' || (status === 404 && file === null))
      return new Rejected('outside-refused', `The store of files has no bucket ${this.s3.bucket}. Check FILES_URL.`);
    if (status === 401 || status === 403 || name === 'CredentialsProviderError')
      return new Rejected(
        'outside-refused',
        `The store of files refuses our key for the bucket ${this.s3.bucket}. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      );
    if (name === 'AbortError') return error;
    // The client calls a connection that broke off so, too.
    if (name === 'TimeoutError' && !/^(ECONNRESET|EPIPE)$/.test(code ?? ''))
      return new Rejected('outside-slow', 'The store of files did not answer in time.');
    const isPassing = status === undefined || status >= 500 || status === 429 || $retryable !== undefined;

    return isPassing
      ? new Rejected(
          'upstream-unavailable',
          `The store of files is not available${status === undefined ? '' : ` (${status})`}.`,
        )
      : new Rejected('outside-refused', `The store of files refused the request (${status}). Check FILES_URL.`);
  }

  private object(file: FileRef): { Bucket: string; Key: string } {
    return { Bucket: this.s3.bucket, Key: this.s3.prefix + nameOf(file) };
  }
}

const Facts = z.object({
  name: z.string(),
  code: z.string().optional(),
  $metadata: z.object({ httpStatusCode: z.number().optional() }).optional(),
  $retryable: z.unknown().optional(),
});
