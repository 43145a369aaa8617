import { useTranslation } from 'react-i18next';
import { plain } from '../../parts/words';

interface LastSaidProps {
  readonly one: { readonly conversationId: string; readonly intent: string; readonly lastUserText: string | null };
}

const TELLING_CHARACTERS = 8;

/** A conversation as a list names it: by the last words, and, as many end with "yes", for who hears it by its place and id. */
export function LastSaid({ one: { conversationId, intent, lastUserText } }: LastSaidProps) {
  const { t } = useTranslation('conversations');
  return (
    <>
      <bdi>{plain(lastUserText ?? '') || t('nothingSaid')}</bdi>{' '}
      <span className="unseen">
        ({intent}, {conversationId.slice(0, TELLING_CHARACTERS)})
      </span>
    </>
  );
}
