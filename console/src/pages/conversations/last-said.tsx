import { useTranslation } from 'react-i18next';
import { excerpt } from '../../parts/words';

interface LastSaidProps {
  readonly one: { readonly conversationId: string; readonly intent: string; readonly lastUserText: string | null };
}

/** Of the words; about two lines. */
const LISTED_CHARACTERS = 160;
/** Of the id. */
const TELLING_CHARACTERS = 8;

/** A conversation as a list names it: by the last words, and, as many end with "yes", for who hears it by its place and id. */
export function LastSaid({ one: { conversationId, intent, lastUserText } }: LastSaidProps) {
  const { t } = useTranslation('conversations');
  return (
    <>
      <bdi>{excerpt(lastUserText ?? '', LISTED_CHARACTERS) || t('nothingSaid')}</bdi>{' '}
      <span className="unseen">
        ({intent}, {conversationId.slice(0, TELLING_CHARACTERS)})
      </span>
    </>
  );
}
