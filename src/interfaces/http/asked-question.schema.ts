import { z } from 'zod';

/** An example for the documents. */
export const askedQuestionExample = {
  actionId: '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f',
  revision: 1,
  question: 'Do you want to move this connection right away?',
  arguments: { targetCity: 'City2' },
  argumentsHash: '5f9b1c0e8d7a6b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c',
  expiresAt: '2026-01-31T12:30:00.000Z',
  expiresAfterTurn: 5,
  riskLevel: 'LOW' as const,
  consent: 'PLAIN' as const,
  answers: [
    { label: 'Yes', decision: 'CONFIRM' as const },
    { label: 'No', decision: 'REJECT' as const },
  ],
};

/** A question to the user, as a page needs it to show it and to send the answer. */
export const askedQuestionSchema = z
  .object({
    actionId: z.uuid(),
    revision: z.int().meta({ description: 'Counts up when the arguments change: a yes is for one revision alone' }),
    question: z.string(),
    arguments: z.record(z.string(), z.unknown()).meta({ description: 'What it would be done with, secrets left out' }),
    argumentsHash: z.string().meta({ description: 'SHA-256 of the arguments, hexadecimal' }),
    expiresAt: z.iso.datetime().nullable(),
    expiresAfterTurn: z.int().nullable().meta({ description: 'The last turn that can answer' }),
    riskLevel: z.enum(['LOW', 'MEDIUM', 'HIGH']).nullable(),
    consent: z
      .enum(['PLAIN', 'STRONG', 'TYPED'])
      .meta({ description: 'How strong a yes in words has to be; a button is enough for each' }),
    answers: z.array(z.object({ label: z.string(), decision: z.enum(['CONFIRM', 'REJECT']) })),
  })
  .meta({ id: 'AskedQuestion', example: askedQuestionExample });
