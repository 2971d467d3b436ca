#pragma once

// Ends the process with a message and status 3 where Swift gets no memory, in place of its abortion with a stack trace. What
// is linked into a program takes effect; libraries leave it out, because a host decides for itself. Linux alone.
