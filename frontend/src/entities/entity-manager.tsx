import type { EpisodePage } from '@earmark/contracts/episodes';

export const EntityManager: (props: { page: EpisodePage }) => null = () => null;
