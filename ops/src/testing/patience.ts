import { jest } from '@jest/globals';

// Whole products, browsers and killed processes: nobody can say how long a start or a look by axe takes on a busy machine.
// Jest takes a project's own testTimeout, and goes by the one of all projects.
jest.setTimeout(300_000);
