import { ReasonForm } from './reason-form.tsx';
import { useRestore } from './history.api.ts';

interface RestoreFormProps {
  episodeUuid: string;
  position: string;
  onClose: () => void;
}

/** Restores an episode to the version at a position of the log, after asking for a reason. */
export function RestoreForm({ episodeUuid, position, onClose }: RestoreFormProps) {
  const restore = useRestore(episodeUuid);

  return (
    <ReasonForm
      submit="Restore"
      failure={restore.error?.message ?? null}
      isPending={restore.isPending}
      onSubmit={(reason) => restore.mutate({ position, reason }, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}
