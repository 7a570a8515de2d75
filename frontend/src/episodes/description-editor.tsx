import type { EpisodePage } from '@earmark/contracts/episodes';

export const DescriptionEditor: (props: { page: EpisodePage }) => null = () => null;
