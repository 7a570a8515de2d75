import { UploadStatus } from '@earmark/contracts/uploads';

/** Which episodes are listed. */
export interface UploadFilter {
  readonly status?: UploadStatus | undefined;
  /** Series uuid. */
  readonly podcast?: string | undefined;
  /** Words of the titles of episode and podcast. */
  readonly q?: string | undefined;
}

/** The filter in the address of the page. */
export function filterOf(params: URLSearchParams): UploadFilter {
  const status = UploadStatus.safeParse(params.get('status'));
  const given = (name: string) => params.get(name)?.trim() || undefined;

  return { status: status.success ? status.data : undefined, podcast: given('podcast'), q: given('q') };
}

export const isNarrowed = ({ podcast, q }: UploadFilter): boolean => podcast !== undefined || q !== undefined;
