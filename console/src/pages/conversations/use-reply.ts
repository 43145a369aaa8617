import { useMe } from '../../api/me';
import { Store, useStore } from '../../api/store';

/** Replies that are written and not sent, by their writer and conversation: in the memory of this page alone. */
const replies = new Store<Readonly<Record<string, string>>>({});

/**
 * The reply that the reader writes to a conversation. It is there as long as it was not sent: they may look at another page,
 * or somebody else may hand the conversation back meanwhile.
 */
export function useReply(conversationId: string) {
  const key = `${useMe().data?.subject ?? ''} ${conversationId}`;
  const words = useStore(replies)[key] ?? '';
  const write = (next: string) => replies.set({ ...replies.get(), [key]: next });
  const noteSent = (text: string) => {
    const now = (replies.get()[key] ?? '').trimStart();
    // What was written on while it was on its way stays.
    if (now.startsWith(text)) write(now.slice(text.length).trimStart());
  };
  return { words, write, noteSent };
}
