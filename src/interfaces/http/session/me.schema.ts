import { z } from 'zod';
import { ROLES } from '../../../platform/config/index.js';
import { PERMISSIONS, type Permission } from '../../callers/index.js';

const reach = z.enum(['own', 'any']).optional();
const permissions = Object.keys(PERMISSIONS) as Permission[];

/** The answer of `GET /api/v1/me`. */
export const meSchema = z
  .object({
    subject: z.string().meta({
      description:
        'What is recorded of the caller; empty for keys of the settings and where nobody has said who they are',
    }),
    name: z.string().meta({ description: 'The same for people to read; empty where nothing is known' }),
    proof: z.enum(['none', 'key', 'token']).meta({ description: 'By what it was proved' }),
    roles: z.array(z.enum(ROLES)),
    permissions: z
      .object(Object.fromEntries(permissions.map((one) => [one, reach])) as Record<Permission, typeof reach>)
      .meta({
        description:
          'What the caller may do (docs/access.md), and with whose conversations; what is missing they may not',
      }),
    session: z
      .object({ endsAt: z.iso.datetime().meta({ description: 'At the latest; sooner where it is not used' }) })
      .nullable()
      .meta({
        description:
          'Of the browser that has signed in to the console; null where the request itself has a key or none',
      }),
    signIn: z
      .object({
        provider: z
          .string()
          .nullable()
          .meta({ description: 'The host of the OpenID provider that people can sign in through' }),
        keys: z.boolean().meta({ description: 'Whether there are keys, or tokens, that one can sign in with' }),
      })
      .meta({ description: 'How somebody can sign in to the console' }),
  })
  .meta({
    id: 'Me',
    example: {
      subject: '8f14e45f',
      name: 'Ann Example',
      proof: 'token',
      roles: ['approver'],
      permissions: { 'actions.read': 'any', 'actions.approve': 'any' },
      session: { endsAt: '2026-01-31T20:00:00.000Z' },
      signIn: { provider: 'login.example.org', keys: false },
    },
  });

export type Me = z.infer<typeof meSchema>;

/** The body of `POST /api/v1/session`. */
export const signInSchema = z
  .object({ key: z.string().trim().min(1).max(8_192).meta({ description: 'An API key or a token' }) })
  .meta({ id: 'SignIn', example: { key: 'cek_0123456789ab_…' } });

/** The answer of `DELETE /api/v1/session`. */
export const signedOutSchema = z
  .object({
    signOutAt: z.string().nullable().meta({
      description: 'Where the browser signs out at the OpenID provider, too; null where there is no such place',
    }),
  })
  .meta({ id: 'SignedOut', example: { signOutAt: 'https://login.example.org/session/end?…' } });
