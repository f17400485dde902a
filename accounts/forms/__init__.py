"""Forms of people's accounts. A form checks shape only; what follows is the library's or a service's."""
