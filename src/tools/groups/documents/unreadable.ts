/** Why a document is refused, in a sentence for whoever sent it. Thrown in the process that reads it. */
export class Unreadable extends Error {}
