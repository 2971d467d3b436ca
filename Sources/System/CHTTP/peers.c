// POLLRDHUP of Linux.
#define _GNU_SOURCE
#include "peers.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#ifndef POLLRDHUP
#define POLLRDHUP POLLIN
#endif

static const uint64_t second = 1000000000;
enum { head_seconds = 5 };

uint64_t http_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * second + (uint64_t)time.tv_nsec;
}

// The client has closed or reset the connection, or ended its half of it: `events` are those of poll.
static void look(peer *one, short events, uint64_t time) {
  http_server *server = one->server;
  uint64_t limit = (uint64_t)server->options.seconds * second;
  char byte;
  switch (one->phase) {
    case phase_begun: return;
    case phase_drawing:
      if (one->has_left || !one->request || !one->request->owner) return;
      if (events & (POLLERR | POLLHUP)) {
        one->has_left = true;
        server->options.left(server->options.context, one->request->owner);
      } else if (events & POLLRDHUP && one->request->is_modern && !one->was_probed &&
                 recv(one->descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
        // Who has closed the connection answers this with a reset, and who has ended one half of it passes it over, as HTTP/1.1 has it.
        static const char probe[] = "HTTP/1.1 100 Continue\r\n\r\n";
        one->was_probed = true;
        send(one->descriptor, probe, sizeof probe - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
      }
      return;
    case phase_head:
      // Connections between two requests are kept as long as there is room for others.
      if (!one->was_answered || server->peer_count > server->options.connection_limit / 4 * 3) limit = head_seconds * second;
      break;
    case phase_body:
      break;
    case phase_sending:
      events = 0;
      break;
  }
  // libmicrohttpd passes over the end of a client that came together with its last bytes. A second is left for those bytes.
  bool has_ended = events & POLLRDHUP && recv(one->descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
  if (!has_ended) one->ended = 0;
  if (has_ended && !one->ended) one->ended = time;
  if (time - one->since > limit || (has_ended && time - one->ended >= second)) shutdown(one->descriptor, SHUT_RDWR);
}

void *http_watch(void *context) {
  http_server *server = context;
  pthread_mutex_lock(&server->lock);
  while (!server->stops) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 250000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&server->wake, &server->lock, &until);
    if (server->polled_capacity < server->peer_count) {
      size_t capacity = server->peer_count * 2;
      struct pollfd *grown = realloc(server->polled, capacity * sizeof *grown);
      if (!grown) continue;
      server->polled = grown;
      server->polled_capacity = capacity;
    }
    // All at once: 8,000 connections take a millisecond. A negative descriptor has no events.
    size_t count = 0;
    for (peer *one = server->peers; one; one = one->next) {
      server->polled[count++] = (struct pollfd){.fd = one->descriptor, .events = POLLRDHUP};
    }
    if (poll(server->polled, count, 0) < 0) continue;
    uint64_t time = http_now();
    count = 0;
    for (peer *one = server->peers; one; one = one->next, count++) {
      if (one->descriptor >= 0) look(one, server->polled[count].revents, time);
    }
  }
  pthread_mutex_unlock(&server->lock);
  return NULL;
}
