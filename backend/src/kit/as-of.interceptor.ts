import { Injectable, SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { Rejected } from './rejected.ts';

const OFFERS_AS_OF = 'earmark:offers-as-of';

/** The call can answer as of the past. */
export const OffersAsOf = () => SetMetadata(OFFERS_AS_OF, true);

/** Nobody takes the present for the past: a call that does not offer `asOf` refuses it. */
@Injectable()
export class AsOfInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query } = context.switchToHttp().getRequest<Request>();
    if (query['asOf'] !== undefined && !this.reflector.get<boolean | undefined>(OFFERS_AS_OF, context.getHandler()))
      throw new Rejected('invalid', 'This call answers as of now only; leave out "asOf".');

    return next.handle();
  }
}
