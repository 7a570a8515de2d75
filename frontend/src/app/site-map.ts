import type { Role } from '@earmark/contracts/accounts';
import {
  AudioLines,
  BookmarkCheck,
  ChartLine,
  CircleHelp,
  ListMusic,
  ListRestart,
  History,
  Layers,
  LayoutDashboard,
  MessageCircleQuestion,
  Plug,
  Radar,
  Search,
  Settings2,
  Shapes,
  Tags,
  TextSearch,
  Rss,
  FileSearch,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { ASSISTANT_PATH } from '../kit/paths.ts';

export interface SiteLink {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

export const MAIN_LINKS: readonly SiteLink[] = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/advanced-search', label: 'Advanced Search', icon: TextSearch },
  { to: '/entities', label: 'Entities', icon: Shapes },
  { to: '/tracked', label: 'Tracked Mentions', icon: BookmarkCheck },
  { to: '/analytics', label: 'Analytics', icon: ChartLine },
  { to: ASSISTANT_PATH, label: 'Ask Earmark', icon: MessageCircleQuestion },
];

/** Pages that others lead to, and the palette. */
export const MORE_LINKS: readonly SiteLink[] = [
  { to: '/episodes', label: 'Episodes', icon: ListMusic },
  { to: '/search', label: 'Podcast Search', icon: Search },
];

/** Shown only to users who may open them. */
export const ADMIN_LINKS: readonly (SiteLink & { readonly role: Role })[] = [
  { to: '/admin/series', label: 'Series Management', icon: Rss, role: 'admin' },
  { to: '/admin/episodes', label: 'Episode Management', icon: AudioLines, role: 'admin' },
  { to: '/admin/transcript-search', label: 'Transcript Search Management', icon: FileSearch, role: 'admin' },
  { to: '/admin/entity-discovery', label: 'Entity Discovery', icon: Radar, role: 'admin' },
  { to: '/admin/entities', label: 'Entity Management', icon: Tags, role: 'analyst' },
  { to: '/admin/recounts', label: 'Recounts', icon: ListRestart, role: 'analyst' },
  { to: '/admin/changes', label: 'Recent Changes', icon: History, role: 'analyst' },
  { to: '/admin/integrations', label: 'Integrations', icon: Plug, role: 'admin' },
  { to: '/admin/projections', label: 'Projections', icon: Layers, role: 'analyst' },
];

export const SETTINGS_LINKS: readonly SiteLink[] = [
  { to: '/preferences', label: 'Preferences', icon: Settings2 },
  { to: '/help', label: 'Help', icon: CircleHelp },
];
