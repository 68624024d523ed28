/** The setup of tests that run as if on another day (`npm run test:day`); none in any other run. */
export const daySetup: string[] = process.env.VITE_TEST_DAY ? ['tests/kit/day-setup.ts'] : []
