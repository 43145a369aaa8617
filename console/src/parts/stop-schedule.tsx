import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read, ServiceError } from '../api/client';
import { WordForm } from './word-form';

interface StopScheduleProps {
  readonly conversationId: string;
  readonly scheduleId: string;
  readonly actionKey: string;
  /** The id of what says which schedule it is. */
  readonly describedBy: string;
  /** Called also where the button is gone by then, and the focus with it; `isBefore` where it had ended already. */
  readonly onStopped: (isBefore: boolean) => void;
}

/** Stops what is to be done at times to come, after a confirmation. */
export function StopSchedule({ conversationId, scheduleId, actionKey, describedBy, onStopped }: StopScheduleProps) {
  const { t } = useTranslation('schedules');
  const button = useRef<HTMLButtonElement>(null);
  const [isAsked, setAsked] = useState(false);
  const revoke = useRevoke({ conversationId, scheduleId }, onStopped);
  const keep = () => {
    setAsked(false);
    button.current?.focus();
  };
  return (
    <>
      <div>
        <Button
          ref={button}
          size="compact-sm"
          variant="default"
          aria-expanded={isAsked}
          aria-describedby={describedBy}
          onClick={() => setAsked(!isAsked)}
        >
          {t('stop')}
        </Button>
      </div>
      {isAsked && (
        <WordForm
          title={t('stopTitle', { action: actionKey })}
          text={t('stopText')}
          error={revoke.error}
          hasNote={false}
        >
          {(word) => (
            <>
              <Button
                loading={revoke.isPending}
                onClick={() => {
                  const said = word();
                  if (said) revoke.mutate(said.by);
                }}
              >
                {t('confirm')}
              </Button>
              <Button variant="default" onClick={keep}>
                {t('keep')}
              </Button>
            </>
          )}
        </WordForm>
      )}
    </>
  );
}

function useRevoke(
  path: Pick<StopScheduleProps, 'conversationId' | 'scheduleId'>,
  onStopped: StopScheduleProps['onStopped'],
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (by: string) =>
      read(api.POST('/api/v1/schedules/{conversationId}/{scheduleId}/revoke', { params: { path }, body: { by } })),
    onSuccess: () => onStopped(false),
    onError: (error) => {
      if (error instanceof ServiceError && error.status === 404) onStopped(true);
    },
    onSettled: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['conversation', path.conversationId] }),
        queries.invalidateQueries({ queryKey: ['actions'] }),
      ]);
    },
  });
}
