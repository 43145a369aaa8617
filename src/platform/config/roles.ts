/**
 * What a caller may be; what each may do stands in `src/interfaces/callers/permissions.ts`.
 *
 * user      a person, with the conversations that are their own
 * service   a backend that speaks for its users
 * agent     a program that decides by itself, such as a language model
 * viewer    reads what has happened
 * approver  reads actions, and approves or refuses those that wait for it
 * operator  runs the service
 * author    writes flows and documents
 * admin     all of it, but no word of a user
 */
export const ROLES = ['user', 'service', 'agent', 'viewer', 'approver', 'operator', 'author', 'admin'] as const;
export type Role = (typeof ROLES)[number];
