import { z } from 'zod';

/** The conversation that examples are about. */
export const EXAMPLE_ID = '7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b';

/** A conversation's id: a UUID of any version, chosen by the client or the service; kept in lower case. */
export const conversationIdSchema = z
  .guid('expected a UUID')
  .toLowerCase()
  .meta({ description: 'A UUID', example: EXAMPLE_ID });
