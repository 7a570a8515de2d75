import { z } from 'zod';

export const Role = z.enum(['admin', 'analyst', 'reader']);
export type Role = z.infer<typeof Role>;

export const LoginRequest = z.object({ username: z.string().min(1).max(200), password: z.string().min(1).max(1000) });
/** Changes the password of the signed-in account. */
export const PasswordRequest = z.object({
  current: LoginRequest.shape.password,
  next: LoginRequest.shape.password,
});
export const SignedInUser = z.object({ username: z.string(), role: Role });
export type SignedInUser = z.infer<typeof SignedInUser>;
export const Me = z.object({ user: SignedInUser.nullable() });
export type Me = z.infer<typeof Me>;
