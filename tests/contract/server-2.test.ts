import { runOnServer } from './on-server'

runOnServer(1)
