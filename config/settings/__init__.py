"""Settings: `local` (one machine, embedded servers), `production` (real servers, HTTPS), `test`."""
