import { expect } from '@jest/globals';
import { Appends, type Decider } from './decider.ts';
import { Rejected } from './rejected.ts';

/** given(past events).when(command).then…: a rule as a story. */
export const storiesOf = <State, Command, Event>(decider: Decider<State, Command, Event>) => ({
  given: (...past: Event[]) => ({
    when: (command: Command) => {
      const state = past.reduce<State>(
        (before, event, revision) =>
          decider.evolve(before, { ...event, revision, id: `event ${revision}`, reverts: null }),
        decider.initial(),
      );
      const run = (): readonly Event[] => {
        const decided = decider.decide(state, command);
        return decided instanceof Appends ? decided.lists.flat() : decided;
      };

      return {
        thenRecords: (...events: unknown[]) => expect(run()).toMatchObject(events),
        thenNothing: () => expect(run()).toEqual([]),
        thenRejected: (code: string, message = '') => {
          let refusal: unknown = null;
          try {
            run();
          } catch (error) {
            refusal = error;
          }
          expect(refusal).toBeInstanceOf(Rejected);
          expect(refusal).toMatchObject({ code, message: expect.stringContaining(message) });
        },
      };
    },
  }),
});
