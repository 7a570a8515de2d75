import { describe, expect, it } from '@jest/globals';
import { StreamDeleted } from '@earmark/projections/event-log';
import {
  BadRequestException,
  ConflictException,
  InternalServerErrorException,
  NotFoundException,
} from '@nestjs/common';
import { z } from 'zod';
import { problemOf } from './problem.ts';
import { Rejected } from './rejected.ts';
import { inPlainWords } from './validation-detail.ts';

describe('a problem', () => {
  it('carries the message and extra fields of a rejection', () => {
    expect(problemOf(new Rejected('pattern-exists', 'There is a pattern called ada.', { id: 7 }))).toEqual({
      problem: {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        detail: 'There is a pattern called ada.',
        code: 'pattern-exists',
      },
      extra: { id: 7 },
    });
  });

  it('names the invalid field of a body', () => {
    const detail = (...messages: string[]) => problemOf(new BadRequestException(messages)).problem.detail;

    expect(detail('segments.0.text: Invalid input: expected string, received number')).toBe(
      'The field "segments.0.text" is not valid: expected string, received number.',
    );
    expect(detail('a: Invalid input: expected string, received undefined', 'b: Too small')).toBe(
      'The field "a" is missing (and 1 more).',
    );
    expect(detail('Invalid input: expected object, received array')).toBe(
      'The request is not valid: expected object, received array.',
    );
  });

  it('describes in plain words what is wrong with a field', () => {
    const schema = z.object({
      n: z.coerce.number(),
      name: z.string().min(1).max(2),
      sort: z.enum(['up', 'down']),
      at: z.uuid(),
    });
    const wrong = schema.safeParse({ n: 'x', name: 'long', sort: 'left', at: '/' }, { error: inPlainWords });

    expect(wrong.error?.issues.map(({ message }) => message)).toEqual([
      'it must be a number',
      'it must have at most 2 characters',
      'it must be one of "up", "down"',
      'it is not a uuid',
    ]);
    expect(z.string().min(1).safeParse('', { error: inPlainWords }).error?.issues[0]?.message).toBe(
      'it must not be empty',
    );
  });

  it('keeps the sentence of a Nest exception', () => {
    expect(problemOf(new NotFoundException('There is no such page.')).problem).toMatchObject({
      status: 404,
      code: 'not-found',
      detail: 'There is no such page.',
    });
    expect(problemOf(new ConflictException('Busy.')).problem).toMatchObject({ status: 409, code: 'conflict' });
  });

  it.each([
    ['full-disk', 507, failure({ code: '53100' })],
    ['full-disk', 507, failure({ code: 'ENOSPC' })],
    ['full-disk', 507, failure({ name: 'LogUnavailable', cause: failure({ code: '53100' }) })],
    ['log-down', 503, failure({ name: 'LogUnavailable', cause: failure({ code: 'ECONNREFUSED' }) })],
    ['maybe-saved', 503, failure({ name: 'AppendUnknown', cause: failure({ name: 'LogUnavailable' }) })],
    ['database-down', 503, failure({ code: 'ECONNREFUSED' })],
    ['database-down', 503, failure({ code: '57P01' })],
    ['database-down', 503, failure({ code: '08006' })],
    ['database-down', 503, failure({ message: 'Connection terminated unexpectedly' })],
    ['database-down', 503, failure({ message: 'Connection terminated due to connection timeout' })],
    ['busy', 503, failure({ message: 'timeout exceeded when trying to connect' })],
    ['busy', 503, failure({ code: '57014' })],
    ['event-unreadable', 500, new StreamDeleted('series-1')],
    ['invalid', 400, failure({ code: '22021' })],
    ['too-large', 413, failure({ type: 'entity.too.large', statusCode: 413, expose: true })],
    ['invalid', 400, failure({ type: 'entity.parse.failed', statusCode: 400, expose: true })],
    ['invalid', 400, failure({ type: 'charset.unsupported', statusCode: 415, expose: true })],
  ])('is %s (%i) for the errors that mean it', (code, status, error) => {
    expect(problemOf(error).problem).toMatchObject({ code, status });
  });

  it('says of a write whether it was saved, and of a read nothing of the kind', () => {
    const down = failure({ name: 'LogUnavailable' });

    expect(problemOf(down).problem.detail).toContain('nothing was saved');
    expect(problemOf(down, { isRead: true }).problem.detail).not.toContain('saved');
    for (const outage of [down, failure({ code: '53100' }), failure({ code: '57014' })])
      expect(problemOf(outage, { hasRecorded: true }).problem).toMatchObject({
        code: 'maybe-saved',
        detail: expect.stringContaining('saved before an outage'),
      });
    expect(problemOf(failure({ name: 'AppendUnknown' })).problem.detail).toContain(
      'It may have been saved; reload before you try again.',
    );
  });

  it.each([
    new Error('the secret is 42'),
    failure({ message: 'the secret is 42', code: '42601' }),
    failure({ message: 'the secret is 42', code: 'ENOENT' }),
    failure({ message: 'fetch failed: 42', cause: failure({ code: 'ECONNREFUSED' }) }),
    new InternalServerErrorException('the secret is 42'),
    'the secret is 42',
    null,
  ])('reveals nothing of an unexpected error: %#', (error) => {
    const { problem } = problemOf(error);

    expect(problem).toMatchObject({ status: 500, code: 'internal' });
    expect(problem.detail).not.toContain('42');
  });
});

function failure(fields: { message?: string; [field: string]: unknown }): Error {
  return Object.assign(new Error(fields.message ?? 'failed'), fields);
}
