/** The bytes are not a usable feed. The message is one sentence that names the fault. */
export class FeedUnreadable extends Error {
  constructor(
    message: string,
    readonly code: 'feed-unreadable' | 'feed-without-episodes' = 'feed-unreadable',
  ) {
    super(message);
    this.name = 'FeedUnreadable';
  }
}
