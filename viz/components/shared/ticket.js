// The key under which a tab keeps the ticket of the class that it hosts: {ticket, id of what is
// asked}. Whoever copies an address, or photographs it, cannot close the class.
export const TICKET = "heads-up class";
