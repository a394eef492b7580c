"""A swarm: scripted people play many tables while everything under them is killed, frozen and flooded."""
