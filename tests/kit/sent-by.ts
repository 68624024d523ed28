/**
 * The events that the commands of a view send to its machine.
 * @param commandsOf for example `shiftCommands`
 * @param call calls one or more of the commands
 * @returns the events in the order in which they were sent
 */
export function sentBy<Event, Commands>(
  commandsOf: (send: (event: Event) => void) => Commands,
  call: (commands: Commands) => void,
): Event[] {
  const events: Event[] = []
  call(commandsOf((event) => void events.push(event)))
  return events
}
