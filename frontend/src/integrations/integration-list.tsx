import type { IntegrationView } from '@earmark/contracts/integrations';
import { formatDistance, formatMoment } from '../kit/date.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useCheckIntegration } from './integrations.api.ts';

/** The services with what is missing and a button that checks each. */
export function IntegrationList({ integrations }: { integrations: readonly IntegrationView[] }) {
  return (
    <ul aria-label="Services" className="divide-line divide-y">
      {integrations.map((integration) => (
        <li key={integration.service}>
          <Integration integration={integration} />
        </li>
      ))}
    </ul>
  );
}

function Integration({ integration }: { integration: IntegrationView }) {
  const { service, name, purpose, provider, configured, missing, checkedAt } = integration;
  const { mutate, isPending } = useCheckIntegration();

  return (
    <article aria-label={name} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-4">
      <div className="min-w-0 grow basis-80">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="text-[15px] font-semibold">{name}</h2>
          <Badge tone={configured ? 'good' : 'warn'}>{configured ? 'Configured' : 'Not configured'}</Badge>
          {provider !== null && <Badge tone="accent">{provider === service ? 'In use' : `In use: ${provider}`}</Badge>}
        </div>
        <p className="text-ink-soft measure mt-1 text-pretty">{purpose}</p>
        {missing.length > 0 && (
          <p className="mt-2 flex flex-wrap items-center gap-1.5 text-[13px]">
            Missing:
            {missing.map((variable) => (
              <code key={variable} className="bg-hover rounded px-1.5 py-0.5 wrap-anywhere">
                {variable}
              </code>
            ))}
          </p>
        )}
        <output className="mt-2 block text-[13px] text-pretty wrap-anywhere">
          <Outcome integration={integration} />
        </output>
        {checkedAt !== null && (
          <p className="text-ink-faint text-[13px]">
            Checked{' '}
            <time dateTime={checkedAt} title={formatMoment(checkedAt)}>
              {formatDistance(checkedAt)}
            </time>
          </p>
        )}
      </div>
      <Button
        aria-label={`Check ${name}`}
        disabled={!configured}
        aria-disabled={isPending}
        onClick={() => !isPending && mutate(service)}
      >
        {isPending ? 'Checking…' : 'Check'}
      </Button>
    </article>
  );
}

/** What the last check found. */
function Outcome({ integration: { reachable, message } }: { integration: IntegrationView }) {
  if (reachable === null) return message;

  return (
    <>
      <span className={reachable ? 'text-good font-medium' : 'text-bad font-medium'}>
        {reachable ? 'Reachable' : 'Not reachable'}
      </span>
      {message !== null && <span className="text-ink-soft"> · {message}</span>}
    </>
  );
}
