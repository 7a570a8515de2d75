import type { Role } from '@earmark/contracts/accounts';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { ROLES_IN_DOCS } from '../api-docs.ts';

/** 'public' (everybody, including visitors), or the roles that may call it, always including `admin`. */
export type Access = 'public' | readonly Role[];

export const ACCESS = 'earmark:access';
export const HAS_EFFECTS = 'earmark:has-effects';
export const ANY_CONTENT_TYPE = 'earmark:any-content-type';

/** Lets everybody call it. Without this or `@Roles`, only admins may make unsafe calls or calls below /api/admin. */
export const Public = () => allowing('public');

/** Lets these roles and admins call it. `@Roles('reader', 'analyst')` means everyone who is signed in. */
export const Roles = (...roles: Role[]) => allowing(roles);

const allowing = (access: Access) =>
  applyDecorators(
    SetMetadata(ACCESS, access),
    ApiExtension(ROLES_IN_DOCS, access === 'public' ? [] : [...access, 'admin']),
  );

/** Marks a GET that starts or changes something, so that it is checked like an unsafe call. */
export const HasEffects = () => SetMetadata(HAS_EFFECTS, true);

/** Accepts any body, as a Buffer (empty without a body). A `multipart/*` body is left unread for the route. */
export const AnyContentType = () => SetMetadata(ANY_CONTENT_TYPE, true);
