# The checker: shares no code with the placer, so its sources are listed apart.
target_sources(lateroot_objects PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/check_cfg.c
  ${CMAKE_CURRENT_LIST_DIR}/check_value.c
  ${CMAKE_CURRENT_LIST_DIR}/check_proof.c
  ${CMAKE_CURRENT_LIST_DIR}/check_class.c
  ${CMAKE_CURRENT_LIST_DIR}/check_callee.c
  ${CMAKE_CURRENT_LIST_DIR}/check_llvm.c
  ${CMAKE_CURRENT_LIST_DIR}/check_look.c
  ${CMAKE_CURRENT_LIST_DIR}/check_frame.c
  ${CMAKE_CURRENT_LIST_DIR}/check_place.c
  ${CMAKE_CURRENT_LIST_DIR}/check_access.c
  ${CMAKE_CURRENT_LIST_DIR}/check_model.c
  ${CMAKE_CURRENT_LIST_DIR}/check_slots.c
  ${CMAKE_CURRENT_LIST_DIR}/check_frame_state.c
  ${CMAKE_CURRENT_LIST_DIR}/check_anchor.c
  ${CMAKE_CURRENT_LIST_DIR}/check_live.c
  ${CMAKE_CURRENT_LIST_DIR}/check_twice.c
  ${CMAKE_CURRENT_LIST_DIR}/check_need.c
  ${CMAKE_CURRENT_LIST_DIR}/check_arrays.c
  ${CMAKE_CURRENT_LIST_DIR}/check_stale.c
  ${CMAKE_CURRENT_LIST_DIR}/check_flow.c
  ${CMAKE_CURRENT_LIST_DIR}/check_stack.c
  ${CMAKE_CURRENT_LIST_DIR}/check_stored.c
  ${CMAKE_CURRENT_LIST_DIR}/check_types.c
  ${CMAKE_CURRENT_LIST_DIR}/check_map.c
  ${CMAKE_CURRENT_LIST_DIR}/check_map_state.c
  ${CMAKE_CURRENT_LIST_DIR}/check_words.c
  ${CMAKE_CURRENT_LIST_DIR}/check_moved.c
  ${CMAKE_CURRENT_LIST_DIR}/check_carried.c
  ${CMAKE_CURRENT_LIST_DIR}/check.c
  ${CMAKE_CURRENT_LIST_DIR}/check_reloc_model.c ${CMAKE_CURRENT_LIST_DIR}/check_reloc_made.c
  ${CMAKE_CURRENT_LIST_DIR}/check_reloc_pairs.c ${CMAKE_CURRENT_LIST_DIR}/check_reloc_lost.c
  ${CMAKE_CURRENT_LIST_DIR}/check_reloc_anchor.c
  ${CMAKE_CURRENT_LIST_DIR}/check_reloc.c)
