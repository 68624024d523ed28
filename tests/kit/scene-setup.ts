/** Loads the database of the stories before the first one, whose time limit would include it. */
import { warmScene } from '@mocks/scene'

await warmScene()
