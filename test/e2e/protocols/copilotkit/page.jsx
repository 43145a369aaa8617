// What an application writes to have CopilotKit's chat talk with the service. Its address tells where that is, the key and
// the conversation.
import { CopilotChat, CopilotKit, HttpAgent, useInterrupt } from '@copilotkit/react-core/v2';
import '@copilotkit/react-core/v2/styles.css';
import { createRoot } from 'react-dom/client';

const asked = new URLSearchParams(location.search);
const headers = { authorization: `Bearer ${asked.get('key')}` };
const agent = new HttpAgent({ url: `${asked.get('url')}/ag-ui`, headers });

function Chat() {
  useInterrupt({
    render: ({ interrupt, resolve }) => (
      <section aria-label="Question">
        <p>{interrupt.message}</p>
        {interrupt.metadata.answers.map(({ label, decision }) => (
          <button key={decision} type="button" onClick={() => resolve({ approved: decision === 'CONFIRM' })}>
            {label}
          </button>
        ))}
      </section>
    ),
  });
  return <CopilotChat threadId={asked.get('thread')} />;
}

createRoot(document.getElementById('root')).render(
  <CopilotKit selfManagedAgents={{ default: agent }}>
    <Chat />
  </CopilotKit>,
);
